"""Without the abbreviation of "year", whose full stop would stand before a sentence's own."""

DATE_FORMAT = "j E Y"
DATETIME_FORMAT = "j E Y, H:i"
YEAR_MONTH_FORMAT = "F Y"

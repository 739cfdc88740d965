// The browser knows its time zone; deadlines are then shown in it from the start. Stands right
// after the field that it fills.
{
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector('input[name="time_zone"]');
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

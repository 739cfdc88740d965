"""Static files under names that change with their content, imports in our own scripts included.

In scripts of others we touch nothing: what looks like an import there may be a comment, and
every file keeps its plain name too.
"""

from __future__ import annotations

from django.contrib.staticfiles.storage import HashedFilesMixin
from whitenoise.storage import CompressedManifestStaticFilesStorage

_found = CompressedManifestStaticFilesStorage.patterns
_, _imports = HashedFilesMixin._js_module_import_aggregation_patterns  # type: ignore[attr-defined]  # noqa: SLF001


class StaticFilesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    patterns = (*_found, ("games/*.js", _imports))
    # As many as scripts can take from one another in a row.
    max_post_process_passes = 10

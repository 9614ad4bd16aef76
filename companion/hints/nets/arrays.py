"""The arrays that the nets work with."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Bytes: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float32]
Flags: TypeAlias = NDArray[np.bool_]
Masks: TypeAlias = NDArray[np.uint32]
Whole: TypeAlias = NDArray[np.intp]
Arrays: TypeAlias = dict[str, NDArray[Any]]

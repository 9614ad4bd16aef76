"""Sees a drawn picture as a bad camera would: uneven light, blur, noise, compression."""

import cv2
import numpy as np

from vision.training.faces import Array, Rng


def photograph(rng: Rng, picture: Array, edge: float, shaken: float = 0.0) -> Array:
    """Return the picture as a camera might deliver it: light, blur, noise, compression."""
    side = len(picture)
    if rng.random() < 0.4:
        picture = picture * _uneven(rng, side)
    if rng.random() < 0.06:
        spot, wide = rng.uniform(0, side, 2), edge * rng.uniform(1, 5)
        grid = np.indices((side, side)).transpose(1, 2, 0) - spot
        picture = picture + (255 * rng.uniform(0.2, 1) * np.exp(-(grid**2).sum(2) / wide**2))[..., None]
    picture = np.clip(picture, 0, 255) / 255
    if rng.random() < 0.7:
        gain = rng.uniform(0.6, 1.4) if rng.random() < 0.85 else rng.uniform(0.2, 0.6)
        picture = np.clip(picture * (gain * rng.uniform(0.85, 1.15, 3)), 0, 1) ** rng.uniform(0.7, 1.4)
    if rng.random() < 0.1:
        picture = np.repeat(picture.mean(2, keepdims=True), 3, 2)
    soft = edge * float(rng.choice([0, rng.uniform(0, 0.05), rng.uniform(0, 0.11)]))
    if soft > 0.2:
        picture = cv2.GaussianBlur(picture, (0, 0), soft)
    if rng.random() < shaken:
        kernel = sweep(edge * float(rng.uniform(0.04, 0.16)), float(rng.uniform(0, 180)))
        picture = np.asarray(cv2.filter2D(picture, -1, kernel, borderType=cv2.BORDER_REPLICATE))
    noise = float(rng.choice([0, rng.uniform(0, 0.03), rng.uniform(0, 0.07)]))
    grain = rng.normal(size=picture.shape) * 0.6 + rng.normal(size=(side, side, 1)) * 0.7
    soft_grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.7)) * 1.6
    picture = picture + noise * (soft_grain if rng.random() < 0.5 else grain)
    if rng.random() < 0.25:
        picture = picture + rng.uniform(0.3, 1.2) * (picture - cv2.GaussianBlur(picture, (0, 0), 1.2))
    return _compress(rng, (np.clip(picture, 0, 1) * 255).astype(np.uint8))


def sweep(length: float, way: float) -> Array:
    """Return the kernel that smears a picture so far, in that direction."""
    size = int(length) * 2 + 3
    kernel = np.zeros((size, size), np.float32)
    middle, away = size / 2, np.array([np.cos(np.radians(way)), np.sin(np.radians(way))]) * length / 2
    ends = [tuple(int(v) for v in np.clip(middle + sign * away, 0, size - 1)) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return kernel / max(float(kernel.sum()), 1e-6)


def _compress(rng: Rng, picture: Array) -> Array:
    if rng.random() < 0.3:
        return picture
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 96))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", picture, quality)[1], cv2.IMREAD_COLOR))


def _uneven(rng: Rng, side: int) -> Array:
    if rng.random() < 0.5:
        coarse = rng.uniform(0.45, 1.1, (3, 3)).astype(np.float32)
        return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC))[..., None]
    mask = np.ones((side, side), np.float32)
    cv2.fillPoly(mask, [(rng.uniform(-0.2, 1.2, (4, 2)) * side).astype(np.int32)], float(rng.uniform(0.3, 0.8)))
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.5, 6))))[..., None]

"""How the value nets learn: games against themselves, played by the rules engine."""

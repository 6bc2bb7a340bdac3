"""The shipped games, one TOML file each; the file's stem is the game's slug."""

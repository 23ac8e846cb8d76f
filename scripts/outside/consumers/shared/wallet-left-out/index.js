throw new Error('This wallet is left out: its package, or one that it brings, has no licence that we take.')

import adapter from '@sveltejs/adapter-static'

export default {
  kit: {
    adapter: adapter(),
    // In the prerendered document, with the hash of the one script that SvelteKit writes into it.
    csp: {
      mode: 'hash',
      directives: {
        'default-src': ['none'],
        'script-src': ['self'],
        // SvelteKit's own announcer has a style attribute; this is its hash.
        'style-src': ['self', 'unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
        'img-src': ['self', 'data:', 'http://api.localhost:9'],
        'connect-src': ['self', 'http://api.localhost:9'],
        'frame-src': ['http://wallet.localhost:9'],
        'base-uri': ['none'],
      },
    },
  },
}

import * as z from 'zod/mini'

/** Networks whose sign-in goes through a page of theirs (OAuth 2, OpenID Connect). */
export const oauthProvider = z.enum(['google', 'github', 'apple', 'facebook', 'x', 'discord'])
export type OauthProvider = z.output<typeof oauthProvider>

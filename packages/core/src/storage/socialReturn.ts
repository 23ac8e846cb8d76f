/**
 * Fragment parameter that a social login comes back with in redirect mode; `SOCIAL_RETURN` of the protocol, written out
 * because the page's entry loads no protocol. The login that is under way is stored by the same name.
 */
export const SOCIAL_RETURN = 'latchkey_social'

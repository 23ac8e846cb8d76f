/** Key of the page's storage with the topic of the session in use. Without it there is nothing to restore. */
export const SESSION_TOPIC = 'wc.session_topic'

import { LatchkeyButton } from 'latchkey/react'

export const SignIn = () => <LatchkeyButton label="Sign in" />

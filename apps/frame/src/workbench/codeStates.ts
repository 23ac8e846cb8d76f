import { createStore } from 'zustand/vanilla'
import type { CodeFlow, CodePurpose, CodeState } from '../context/Frame.ts'

/** A time that stands still, so that pictures of the screens can be compared. */
export const workbenchNow = Date.UTC(2026, 0, 15, 12, 0, 0)

function flow(
  change: Partial<CodeState>,
  challenge: Partial<CodeState['challenge']> = {},
  purpose: CodePurpose = 'signIn',
): CodeFlow {
  const store = createStore<CodeState>(() => ({
    challenge: {
      emailHint: 'm•••@example.com',
      codeLength: 6,
      expiresAt: workbenchNow + 290_000,
      resendAt: workbenchNow,
      ...challenge,
    },
    code: '',
    phase: 'entry',
    problem: null,
    resent: false,
    ...change,
  }))
  return {
    purpose,
    store,
    now: () => workbenchNow,
    type: (code) => store.setState({ code }),
    submit: async () => store.setState({ phase: 'checking' }),
    resend: async () => undefined,
    changeEmail: () => undefined,
  }
}

/** The code screen in each of its states. */
export const codeStates: Readonly<Record<string, CodeFlow>> = {
  'code-empty': flow({}, { resendAt: workbenchNow + 24_000 }),
  'code-typing': flow({ code: '493' }),
  'code-checking': flow({ code: '493027', phase: 'checking' }),
  'code-accepted': flow({ code: '493027', phase: 'accepted' }),
  'code-offline': flow({ code: '493027', problem: { kind: 'offline' } }),
  'code-throttled': flow({
    code: '493027',
    problem: { kind: 'throttled', until: workbenchNow + 12_000 },
  }),
  'code-wrong': flow({ code: '493027', problem: { kind: 'wrong', left: 2 } }),
  'code-last-try': flow({ code: '493027', problem: { kind: 'wrong', left: 1 } }),
  'code-locked': flow({ code: '493027', problem: { kind: 'locked' } }),
  'code-expired': flow({ problem: { kind: 'expired' } }),
  'code-gone': flow({ problem: { kind: 'gone' } }),
  'code-unreachable': flow({ code: '493027', problem: { kind: 'unreachable' } }),
  'code-mail': flow({ problem: { kind: 'mail' } }),
  'code-too-many': flow({ problem: { kind: 'tooMany' } }),
  'code-resending': flow({ phase: 'resending' }),
  'code-resent': flow({ resent: true }, { resendAt: workbenchNow + 30_000 }),
  'code-eight': flow({ code: 'K7WM' }, { codeLength: 8 }),
  'code-change-present': flow({}, { codeLength: 8 }, 'primary'),
  'code-change-new': flow({ code: 'K7WM' }, { codeLength: 8, emailHint: 'm•••@new.example' }, 'secondary'),
}

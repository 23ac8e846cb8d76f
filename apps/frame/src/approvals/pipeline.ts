import type { BaseError } from '@latchkey/errors'
import type { Approval, ApprovalView, Detour, Edit, Notice, Prepared } from './ApprovalView.ts'

/** Why something cannot be approved: for the screen, and for the host. */
export type Stop = { stop: Notice; refusal: BaseError }

/**
 * One kind of request whose payload is completed by what the network says. `Choice` is what would be signed as far as the
 * person has a say, `Facts` what the network says of it.
 */
export type Steps<Choice, Facts extends object, Payload> = {
  /** The choice as the site asked for it. */
  first: Choice
  /** What can be shown before the network was asked. */
  pending(choice: Choice): ApprovalView
  /** Asks the network. */
  gather(choice: Choice, signal: AbortSignal): Promise<Facts | Stop>
  /** What is said when gathering failed; undefined: nobody can do anything about it, and the request ends with the error. */
  stopFor(error: unknown): Stop | undefined
  /** The payload and the screen, made from nothing else. */
  show(choice: Choice, facts: Facts): Prepared<Payload>
  /**
   * Just before signing: these very facts where they are still young, else newer ones. Left out: they do not age.
   *
   * @param again gathers all of it anew
   */
  refresh?(
    known: { choice: Choice; facts: Facts; payload: Payload },
    signal: AbortSignal,
    again: () => Promise<Facts | Stop>,
  ): Promise<Facts | Stop>
  /**
   * Takes over what the person changed; undefined: it cannot be changed so. `gathered`: what the network said of the choice
   * before holds for this one. Left out: nothing can be changed.
   */
  choose?(choice: Choice, change: Edit): { choice: Choice; gathered: boolean } | undefined
  detour?(way: Detour): Approval | undefined
  /**
   * Signs exactly this payload.
   *
   * @param known what it was made from; without facts where it was not prepared
   */
  sign(
    payload: Payload,
    known: { choice: Choice; facts: Facts | undefined },
    onSigned: () => void,
  ): Promise<unknown>
}

type Made<Choice, Facts, Payload> = Prepared<Payload> & { choice: Choice; facts: Facts | undefined }

export const isStop = (given: object): given is Stop => 'stop' in given && 'refusal' in given

/** Runs the steps of a kind: what is shown, looked at again, changed and signed comes from the same facts. */
export function approvalOf<Choice, Facts extends object, Payload>(
  steps: Steps<Choice, Facts, Payload>,
): Approval<Payload> {
  type Own = Made<Choice, Facts, Payload>
  // What the person changed stays, whatever is looked at again.
  let latest: Own | undefined
  /** Whatever fails on the way to a screen, the making of it included, leaves one that cannot be approved. */
  const guarded = async (choice: Choice, signal: AbortSignal, make: () => Promise<Own>): Promise<Own> => {
    try {
      return await make()
    } catch (error) {
      const stop = signal.aborted ? undefined : steps.stopFor(error)
      if (!stop) throw error
      return show(choice, stop)
    }
  }
  const gathered = (choice: Choice, signal: AbortSignal): Promise<Own> =>
    guarded(choice, signal, async () => show(choice, await steps.gather(choice, signal)))
  const show = (choice: Choice, facts: Facts | Stop): Own => {
    latest = isStop(facts)
      ? {
          payload: null,
          view: { ...steps.pending(choice), stop: facts.stop },
          refusal: facts.refusal,
          choice,
          facts: undefined,
        }
      : { ...steps.show(choice, facts), choice, facts }
    return latest
  }
  const { refresh, choose, detour } = steps
  const confirm = refresh && {
    async confirm(before: Prepared<Payload>, signal: AbortSignal) {
      const { choice, facts, payload } = before as Own
      if (facts === undefined || payload === null) return before
      return guarded(choice, signal, async () => {
        const again = () => steps.gather(choice, signal)
        const now = await refresh({ choice, facts, payload }, signal, again)
        return now === facts ? (before as Own) : show(choice, now)
      })
    },
  }
  const edit = choose && {
    edit(before: Prepared<Payload>, change: Edit, signal: AbortSignal) {
      const { choice, facts } = before as Own
      const next = facts && choose(choice, change)
      if (!next) return undefined
      if (next.gathered) return show(next.choice, facts)
      return gathered(next.choice, signal)
    },
  }
  return {
    view: steps.pending(steps.first),
    prepare: (signal) => gathered(latest ? latest.choice : steps.first, signal),
    ...confirm,
    ...edit,
    ...(detour ? { detour } : {}),
    sign: (payload, onSigned) =>
      steps.sign(payload, { choice: latest ? latest.choice : steps.first, facts: latest?.facts }, onSigned),
  }
}

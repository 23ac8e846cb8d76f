import type { ReactElement } from 'react'
import type { FieldSelection } from './useFieldSelection.ts'

type OtpBoxesProps = {
  value: string
  length: number
  selection: FieldSelection
}

const stateOf = (index: number, { value, length, selection }: OtpBoxesProps): string => {
  if (selection) {
    if (index >= selection.start && index < selection.end) return 'selected'
    if (selection.start === selection.end && index === Math.min(selection.start, length - 1)) return 'active'
  }
  return index < value.length ? 'filled' : 'empty'
}

/** The drawing of a one-time code, in two halves. */
export function OtpBoxes(props: OtpBoxesProps): ReactElement {
  const boxes = Array.from({ length: props.length }, (_, index) => index)
  return (
    <div className="lk-otp-boxes" aria-hidden="true">
      {boxes.map((index) => (
        <span key={index} className="lk-otp-box" data-state={stateOf(index, props)}>
          {props.value[index]}
        </span>
      ))}
    </div>
  )
}

import type { ReactNode } from 'react';
import { SignInFrame } from './SignInFrame.tsx';

interface LinkOutcomeProps {
  heading: string;
  text: string;
  /** The ways on. */
  children: ReactNode;
}

/** How it ended: what an email's link did, or that it no longer works. */
export function LinkOutcome({ heading, text, children }: LinkOutcomeProps) {
  return (
    <SignInFrame heading={heading}>
      <p role="status">{text}</p>
      {children}
    </SignInFrame>
  );
}

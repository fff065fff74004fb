import { Button, Select, Textarea } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { graphql } from 'react-relay';
import { useLocation } from 'react-router-dom';
import type { InviteMembersMutation } from '../../__generated__/InviteMembersMutation.graphql.ts';
import { useAction } from '../../relay/use-action.ts';
import { FieldError } from '../../ui/forms/FieldError.tsx';
import { unplacedErrors } from '../../ui/forms/field-errors.ts';
import { notify } from '../../ui/messages.ts';
import { useFieldErrors } from '../../ui/forms/use-field-errors.ts';
import { organizationWords } from '../../generated/words/organization.ts';
import { useWords } from '../../words/word-catalogue.ts';
import { memberRoles, type KnownRole } from './member-roles.ts';
import styles from './OrganizationScreen.module.css';

/**
 * Addresses as they are pasted: one a line, or between commas, semicolons and spaces; also `Name
 * <address>`.
 */
export function addressesIn(text: string): string[] {
  return text
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.trim().split(/\s+/))
    .map((address) => address.trim())
    .filter((address) => address !== '');
}

/** Invites people by their addresses, one or many. */
export function InviteMembers({ organization }: { organization: string }) {
  const { members: w } = useWords(organizationWords);
  const [text, setText] = useState('');
  const [role, setRole] = useState<KnownRole | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const addresses = useRef<HTMLTextAreaElement>(null);
  const { hash, key: visit } = useLocation();
  // Focuses the first field: whom to invite.
  useEffect(() => {
    if (hash === '#invite') addresses.current?.focus();
  }, [hash, visit]);
  const { errors, refuse, clear } = useFieldErrors(form);
  const [invite, busy] = useAction<InviteMembersMutation>(graphql`
    mutation InviteMembersMutation($input: InviteMembersInput!) {
      result: inviteMembers(input: $input) {
        __typename
        ... on InviteMembersSuccess {
          organization {
            id
            members {
              ...liveFragments_member
            }
          }
        }
        ...useAction_failure @alias(as: "failure")
      }
    }
  `);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const emails = addressesIn(text);
    const missing = {
      ...(emails.length === 0 && { email: w.required }),
      ...(role === null && { role: w.required }),
    };
    if (Object.keys(missing).length > 0) return refuse(missing);
    const outcome = await invite({ input: { organization, emails, role } });
    if (!outcome.ok) return refuse(outcome.fieldErrors);
    notify(w.invitedNow({ count: emails.length }), 2000);
    setText('');
  };
  return (
    <form ref={form} className={styles.create} noValidate onSubmit={(event) => void submit(event)}>
      <h3>{w.invite}</h3>
      <Textarea
        ref={addresses}
        label={w.addresses}
        description={w.addressesHint}
        autosize
        minRows={1}
        maxRows={8}
        value={text}
        error={errors['email']}
        onChange={(event) => {
          setText(event.currentTarget.value);
          clear('email');
        }}
      />
      <Select
        label={w.role}
        data={memberRoles.map((value) => ({ value, label: w.roles[value] }))}
        value={role}
        error={errors['role']}
        onChange={(value) => {
          setRole(value as KnownRole | null);
          clear('role');
        }}
      />
      <FieldError>{unplacedErrors(errors, ['email', 'role'])[0]}</FieldError>
      <div>
        <Button type="submit" variant="default" loading={busy}>
          {w.send}
        </Button>
      </div>
    </form>
  );
}

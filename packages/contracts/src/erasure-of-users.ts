import type { DomainEvent } from './events.ts';
import { parsePublicId, toPublicId, type Uuid } from './ids.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The event that asks every service to erase a user's personal data. */
export const USER_ANONYMIZED = 'user.anonymized';

/** Replacement of an erased address; `.invalid` receives no mail (RFC 2606). */
export function erasedUserEmail(userId: Uuid): string {
  return `${toPublicId('user', userId)}@users.invalid`;
}

/** A user whose personal data was erased, with the invitations that were sent to their email. */
export interface ErasedUser {
  readonly userId: Uuid;
  readonly invitationIds: readonly Uuid[];
  /** Known addresses of the user: mails and invitations to them are redacted too. */
  readonly emails?: ReadonlySet<unknown>;
}

/** The erasures of users among these events. */
export function erasedUsersIn(events: readonly DomainEvent[]): readonly ErasedUser[] {
  return events
    .filter(({ type }) => type === USER_ANONYMIZED)
    .map(({ aggregate_id: userId, data }) => {
      const { invitation_ids: ids } = data.object;
      const all: readonly unknown[] = Array.isArray(ids) ? ids : [];
      return {
        userId,
        invitationIds: all.flatMap((id) => parsePublicId('invitation', String(id)) ?? []),
      };
    });
}

/** For each resource type, the fields that identify a user, with their replacements. */
const replacements: Readonly<Record<string, (userId: Uuid) => Fields>> = {
  user: (id) => ({ email: erasedUserEmail(id), username: null, name: null }),
  email_confirmation: (id) => ({ email: erasedUserEmail(id), new_email: null }),
  invitation: (id) => ({ email: erasedUserEmail(id) }),
};

function redactMembers(resource: Fields, userId: Uuid, kind: unknown): Fields {
  const replaced = replacements[String(kind)]?.(userId) ?? {};
  const known = Object.entries(replaced).filter(([name]) => Object.hasOwn(resource, name));
  return { ...resource, ...Object.fromEntries(known) };
}

/** Whether an object is the user, an email to them, or an invitation that was sent to them. */
export function isAboutUser(
  object: Fields,
  { userId, invitationIds, emails = new Set() }: ErasedUser,
): boolean {
  const isToThem = emails.has(object.email);
  if (object.object === 'invitation')
    return isToThem || invitationIds.some((id) => toPublicId('invitation', id) === object.id);
  // The mail of an invitation names the inviting user.
  if (object.object === 'email_confirmation' && object.purpose === 'invitation') return isToThem;
  const named = object.object === 'user' ? object.id : object.user_id;
  return named === toPublicId('user', userId);
}

/** The data of an event without personal data of an erased user. */
export function redactUserData(data: DomainEvent['data'], erased: ErasedUser): DomainEvent['data'] {
  const { object, previous } = data;
  if (!isAboutUser(object, erased)) return data;
  const redacted = { ...data, object: redactMembers(object, erased.userId, object.object) };
  if (previous) redacted.previous = redactMembers(previous, erased.userId, object.object);
  return redacted;
}

/** The request of an event without the address of an erased user; ids stay. */
export function redactUserRequest(
  request: DomainEvent['request'],
  { userId }: Pick<ErasedUser, 'userId'>,
): DomainEvent['request'] {
  const { actor } = request;
  if (actor?.user_id !== userId || actor.address === null) return request;
  return { ...request, actor: { ...actor, address: null } };
}

/** An event without personal data of an erased user. */
export function redactUserEvent(event: DomainEvent, erased: ErasedUser): DomainEvent {
  const { data, request } = event;
  return {
    ...event,
    data: redactUserData(data, erased),
    request: redactUserRequest(request, erased),
  };
}

/** Users that these events are about or that caused them. */
export function usersOf(events: readonly DomainEvent[]): readonly Uuid[] {
  const ids = events.flatMap(({ data: { object }, request }) => {
    const named = object.object === 'user' ? object.id : object.user_id;
    const about = typeof named === 'string' ? parsePublicId('user', named) : undefined;
    return [about, request.actor?.user_id].flatMap((id) => id ?? []);
  });
  return [...new Set(ids)];
}

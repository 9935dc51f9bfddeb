/** A reason to stop that a person can act on: its message is all they see. Anything else that is thrown is a mistake of ours. */
export class Complaint extends Error {}

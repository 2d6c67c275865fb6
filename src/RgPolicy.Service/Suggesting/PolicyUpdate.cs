using System.Collections.Immutable;

namespace RgPolicy.Service.Suggesting;

/// <summary>What a policy lacks for what a server was seen to run.</summary>
/// <param name="Text">The policy with all edits.</param>
/// <param name="Edits">The edits, in the order of their lines.</param>
/// <param name="Unused">Classes that took nothing of what was seen: nothing is proposed about them.</param>
/// <param name="Undone">Proposals that have no place in the policy, in words.</param>
public sealed record PolicyUpdate(
    string Text,
    ImmutableArray<ProposedEdit> Edits,
    ImmutableArray<string> Unused,
    ImmutableArray<string> Undone
);

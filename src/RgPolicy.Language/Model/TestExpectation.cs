namespace RgPolicy.Language.Model;

/// <summary>One thing that a policy test expects.</summary>
public abstract record TestExpectation
{
    /// <summary><c>provisional</c>: a pending signal can still change the class.</summary>
    public sealed record Provisional : TestExpectation;

    /// <summary><c>class NAME</c>: the class that wins.</summary>
    public sealed record Class(string Name, bool IsProvisional) : TestExpectation;

    /// <summary><c>pool NAME</c>: the pool that the query is in.</summary>
    public sealed record Pool(string Name) : TestExpectation;

    /// <summary><c>line N</c>: the line of the class that wins.</summary>
    public sealed record Line(int Number) : TestExpectation;

    /// <summary>A setting that the pool has, by value.</summary>
    public sealed record Value(Setting Setting) : TestExpectation;

    /// <summary><c>rule NAME [step N]</c>: the step that holds, from 1; null is any.</summary>
    public sealed record Rule(string Name, int? Step) : TestExpectation;

    /// <summary><c>no rule [NAME]</c>: none of its steps holds; null means every rule.</summary>
    public sealed record NoRule(string? Name) : TestExpectation;

    /// <summary><c>state NAME</c>: the state is active.</summary>
    public sealed record State(string Name) : TestExpectation;

    /// <summary><c>no state [NAME]</c>: it is not active; null means every state.</summary>
    public sealed record NoState(string? Name) : TestExpectation;

    /// <summary><c>yields POOL</c>: the pool has less than the policy says, because an objective is missed.</summary>
    public sealed record Yields(string PoolName) : TestExpectation;

    /// <summary><c>no yields [POOL]</c>: it has what the policy says; null means every pool.</summary>
    public sealed record NoYields(string? PoolName) : TestExpectation;

    /// <summary><c>quarantine</c>: the query runs where the quarantine of its fingerprint puts it.</summary>
    public sealed record Quarantine : TestExpectation;

    /// <summary><c>no quarantine</c>.</summary>
    public sealed record NoQuarantine : TestExpectation;

    /// <summary><c>mask "BITS"</c>: the ways of the cache that its processes may fill.</summary>
    /// <param name="Masks">By L3 domain; no domain means all of them.</param>
    /// <param name="Text">As written.</param>
    public sealed record Mask(ImmutableArray<(int? Domain, ulong Bits)> Masks, string Text) : TestExpectation;
}

using System.Collections.Immutable;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>A moment of a policy test's time line: what is given from then on, and what is expected then.</summary>
public sealed record TestMoment
{
    /// <summary>How long after the test's begin.</summary>
    public required TimeSpan After { get; init; }

    /// <summary>Signals that have another value from now on.</summary>
    public ImmutableArray<GivenSignal> Given { get; init; } = [];

    /// <summary>Classes whose calls are late to another share from now on.</summary>
    public ImmutableArray<GivenLateness> Late { get; init; } = [];

    /// <summary>What is expected now.</summary>
    public ImmutableArray<TestExpectation> Expected { get; init; } = [];

    /// <summary>The time as written.</summary>
    public required string Text { get; init; }

    /// <summary>Where it stands.</summary>
    public required TextRange Range { get; init; }
}

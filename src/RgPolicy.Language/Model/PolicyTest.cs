using NodaTime;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>What a policy test, or a moment of it, supplies and what it expects.</summary>
public abstract record TestPart
{
    /// <summary>Signals given by name: in a test they win over those of the plan, in a moment they have another value
    /// from then on.</summary>
    public ImmutableArray<GivenSignal> Given { get; init; } = [];

    /// <summary>Classes whose calls are late, from then on.</summary>
    public ImmutableArray<GivenLateness> Late { get; init; } = [];

    /// <summary>What is expected: of a test at each of its moments.</summary>
    public ImmutableArray<TestExpectation> Expected { get; init; } = [];

    /// <summary>Where it stands.</summary>
    public required TextRange Range { get; init; }
}

/// <summary>A policy test.</summary>
public sealed record PolicyTest : TestPart
{
    /// <summary>The test's sentence.</summary>
    public required string Name { get; init; }

    /// <summary>A plan document, relative to the policy, or null.</summary>
    public string? PlanPath { get; init; }

    /// <summary>The statement of that document, from 0.</summary>
    public int PlanStatement { get; init; }

    /// <summary>The moment for windows, which is the begin of a time line; or null.</summary>
    public OffsetDateTime? At { get; init; }

    /// <summary>A target profile's name, or null for the one in force.</summary>
    public string? Target { get; init; }

    /// <summary>The time line, each moment later than the one before; empty for a test of one moment.</summary>
    public ImmutableArray<TestMoment> Moments { get; init; } = [];

    /// <summary>The names of the classes that it expects.</summary>
    public IEnumerable<string> ExpectedClasses =>
        Expected
            .Concat(Moments.SelectMany(moment => moment.Expected))
            .OfType<TestExpectation.Class>()
            .Select(expected => expected.Name);
}

/// <summary>A moment of a policy test's time line: what is given from then on, and what is expected then.</summary>
public sealed record TestMoment : TestPart
{
    /// <summary>How long after the test's begin.</summary>
    public required TimeSpan After { get; init; }

    /// <summary>The time as written.</summary>
    public required string Text { get; init; }
}

/// <summary>A share of a class's calls that a policy test says to be late, as its objective measures it.</summary>
/// <param name="Class">The class's name.</param>
/// <param name="Percent">0 to 100.</param>
public sealed record GivenLateness(string Class, Rational Percent);

/// <summary>A signal that a policy test supplies; a set signal has several values.</summary>
public sealed record GivenSignal(Signal Signal, ImmutableArray<Constant> Values);

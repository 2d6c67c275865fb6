using System.Collections.Immutable;
using NodaTime;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>What a policy test supplies and what it expects.</summary>
public sealed record PolicyTest
{
    /// <summary>The test's sentence.</summary>
    public required string Name { get; init; }

    /// <summary>A plan document, relative to the policy, or null.</summary>
    public string? PlanPath { get; init; }

    /// <summary>The statement of that document, from 0.</summary>
    public int PlanStatement { get; init; }

    /// <summary>Signals given by name; they win over those of the plan.</summary>
    public ImmutableArray<GivenSignal> Given { get; init; } = [];

    /// <summary>The moment for windows, or null.</summary>
    public OffsetDateTime? At { get; init; }

    /// <summary>A target profile's name, or null for the one in force.</summary>
    public string? Target { get; init; }

    /// <summary>The class that must win, or null.</summary>
    public string? ExpectedClass { get; init; }

    /// <summary>The expectation says <c>provisional</c>.</summary>
    public bool ExpectProvisional { get; init; }

    /// <summary>The pool that must result, or null.</summary>
    public string? ExpectedPool { get; init; }

    /// <summary>The line that must decide, or null.</summary>
    public int? ExpectedLine { get; init; }

    /// <summary>Settings that the pool must have.</summary>
    public ImmutableArray<Setting> ExpectedSettings { get; init; } = [];

    /// <summary>Where it stands.</summary>
    public required TextRange Range { get; init; }
}

using System.Collections.Immutable;
using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Cli.Characterise;

/// <summary>A sweep, evaluated.</summary>
/// <param name="Server">The server.</param>
/// <param name="Request">What was run.</param>
/// <param name="Outcome">How it ended.</param>
/// <param name="Result">What it came to.</param>
/// <param name="Notes">What one must know before one believes it.</param>
/// <param name="Policy">A policy that goes by the knees.</param>
internal sealed record CharacteriseReport(
    TrialFacts Server,
    SweepRequest Request,
    SweepOutcome Outcome,
    Characterisation Result,
    ImmutableArray<string> Notes,
    string Policy
);

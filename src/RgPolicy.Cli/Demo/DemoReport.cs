using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Demo;

/// <summary>What the demo has to tell.</summary>
internal sealed record DemoReport(
    DemoBundle Bundle,
    RecordingHeader Header,
    PolicyProgram Program,
    ReplayOutcome Outcome,
    IReadOnlyList<DemoExample> Examples,
    DemoForecast? Forecast
);

/// <summary>One query of the demo with the reason for its class.</summary>
internal sealed record DemoExample(GovernedQuery Query, Explanation Explanation);

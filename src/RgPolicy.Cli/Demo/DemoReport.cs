using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Compile;
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

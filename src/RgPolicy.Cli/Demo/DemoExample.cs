using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Cli.Demo;

/// <summary>One query of the demo with the reason for its class.</summary>
internal sealed record DemoExample(GovernedQuery Query, Explanation Explanation);

using RgPolicy.Cli.Simulate;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Demo;

/// <summary>What the bundled policy would bring to a bundled mix on another machine.</summary>
internal static class DemoForecast
{
    private const int Samples = 4;

    /// <summary>Simulates it; null where policy or mix do not fit the target, or this build has none.</summary>
    public static SimulateReport? Of(TargetProfile target, CancellationToken cancellationToken)
    {
        var bundle = DemoBundle.Of(DemoBundle.PostgreSql);
        if (bundle.ReadPolicy() is not { } text || DemoBundle.ReadMix() is not { } json)
            return null;
        var (check, mix) = (PolicyReader.Check(text, bundle.PolicyName, target), MixReader.Read(json).Mix);
        if (check.Policy is not { } policy || mix is null || MixFit.Problem(mix, target) is not null)
            return null;
        var program = PolicyProgram.Compile(policy, target);
        var comparison = Simulator.Compare(mix, target, [program], Samples, null, cancellationToken);
        return new SimulateReport(target, mix, [program], Samples, comparison);
    }
}

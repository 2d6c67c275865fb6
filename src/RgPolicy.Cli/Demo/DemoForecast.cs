using RgPolicy.Cli.Simulate;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Demo;

/// <summary>What a policy would bring to a mix on another machine.</summary>
/// <param name="Whole">Against ungoverned.</param>
/// <param name="Cache">Against the same policy without its cache allocation.</param>
internal sealed record DemoForecast(SimulateReport Whole, Comparison Cache)
{
    private const int Samples = 4;

    /// <summary>The bundled policy's; null where policy or mix do not fit the target, or this build has none.</summary>
    public static DemoForecast? Of(TargetProfile target, CancellationToken cancellationToken)
    {
        var bundle = DemoBundle.Of(DemoBundle.PostgreSql);
        return
            bundle.ReadPolicy() is { } text && DemoBundle.ReadMix() is { } json && MixReader.Read(json).Mix is { } mix
            ? Of(text, bundle.PolicyName, mix, target, cancellationToken)
            : null;
    }

    /// <summary>A policy's; null where policy or mix do not fit the target.</summary>
    internal static DemoForecast? Of(
        string text,
        string path,
        Mix mix,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        if (PolicyReader.Check(text, path, target).Policy is not { } policy || MixFit.Problem(mix, target) is not null)
            return null;
        var program = PolicyProgram.Compile(policy, target);
        var (whole, cache) = Simulator.CompareCache(mix, target, program, Samples, cancellationToken);
        return new DemoForecast(new SimulateReport(target, mix, [program], Samples, whole), cache);
    }
}

using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>Mixes and policies from their text, and plays of them.</summary>
internal static class Plays
{
    /// <summary>Two sockets, 44 cores, 20 ways each.</summary>
    public static TargetProfile Broadwell { get; } = Target("broadwell_2s");

    public static TargetProfile Target(string name) => BuiltInProfiles.Find(name) ?? TargetProfile.Generic;

    public static Mix MixOf(string json)
    {
        var check = MixReader.Read(json);
        Assert.Equal("", check.Error);
        return check.Mix ?? new Mix();
    }

    public static PolicyProgram Read(string text) => Read(text, Broadwell);

    public static PolicyProgram Read(string text, TargetProfile target)
    {
        var check = PolicyReader.Check(text, "test.rgp", target);
        Assert.True(check.Policy is not null, string.Join("; ", check.Diagnostics.Select(each => each.Message)));
        return PolicyProgram.Compile(check.Policy, target);
    }

    /// <summary>A policy that ships.</summary>
    public static PolicyProgram Policy(string name) => Policy(name, Broadwell);

    public static PolicyProgram Policy(string name, TargetProfile target) =>
        Read(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "policies", name + ".rgp")), target);

    public static Comparison Compare(string mix, params PolicyProgram[] programs) => Compare(mix, 0, programs);

    public static Comparison Compare(string mix, int samples, params PolicyProgram[] programs) =>
        Compare(mix, Broadwell, samples, programs);

    public static Comparison Compare(string mix, TargetProfile target, int samples, params PolicyProgram[] programs) =>
        Compare(MixOf(mix), target, samples, programs);

    public static Comparison Compare(Mix mix, TargetProfile target, int samples, params PolicyProgram[] programs) =>
        Simulator.Compare(mix, target, programs, samples, null, CancellationToken.None);

    /// <summary>What a mix does when nobody governs it.</summary>
    public static RunOutcome Play(string mix) => Play(mix, Broadwell);

    public static RunOutcome Play(string mix, TargetProfile target) =>
        SimulationRun.Play(MixOf(mix), target, null, null, SimulationRun.MostWork, CancellationToken.None);
}

using RgPolicy.Engine.Allot;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Explain;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Writes everything that a policy comes to on a target, a line for each thing.</summary>
internal static class ProgramText
{
    public static IEnumerable<string> Of(PolicyProgram program) =>
        program
            .Pools.Concat(program.LowestPools.All)
            .SelectMany(pool => Pool(pool).Append("    has " + Has(ExplainedAllotment.Of(program, pool))))
            .Concat(
                program.Layout.Classes.Select(item =>
                    $"class of service {item.Number} of {string.Join(',', item.Pools)}: {item.Bandwidth}%"
                    + (item.IsExclusive ? " exclusive" : "")
                    + Hex(item.Masks)
                )
            )
            .Concat(program.Layout.Notes.Select(note => $"note on {note.Pool}: {note.Text}"))
            .Concat(
                program.StepEffects.Select(step =>
                    $"step {step.Rule}, line {step.Line}: when {step.When} then {step.Then}: {step.Effect}: {step.Reason}"
                )
            )
            .Concat(program.NotEnforced.Select(item => $"not enforced, line {item.Line}: {item.Name}: {item.Reason}"))
            .Concat(program.Phases.SelectMany(Phase))
            .Append($"windows {string.Join(' ', program.Windows.Select(window => window.Name))}")
            .Append(
                Text(
                    $"signals {program.ClassSignals:x} {program.RuleSignals:x} {program.ClassesChangeWithTime} {program.WantsSamples}"
                )
            )
            .Append($"{program.HasParts} {program.HasNumberForPart(4)} {program.HasNumberForPart(63)}");

    private static IEnumerable<string> Pool(PoolAllotment pool) =>
        pool
            .Settings.Select(setting =>
                $"    {setting.Requested}: {setting.Effective ?? "-"}, {setting.Effect}: {setting.Reason}"
            )
            .Prepend(
                Text(
                    $"pool {pool.Pool.Name}: number {pool.Number}, share {pool.CpuShare}, cores {Cores(pool.Cores)}, class {pool.ServiceClass}, {pool.WayCount} ways{Hex(pool.Masks.Select(mask => mask.Mask))}, bandwidth {pool.MemoryBandwidthPercent}, low {pool.LowIoPriority}, reads {pool.ReadBytesPerSecond} {pool.ReadsPerSecond} {pool.LimitsReads}"
                )
            );

    private static string Has(ExplainedAllotment has) =>
        Text(
            $"{has.Pool} {has.Number}, share {has.CpuShare}, cores {Cores(has.Cores)}, class {has.ServiceClass}{string.Concat(has.SharesClassWith.Select(name => " with " + name))}, bandwidth {has.MemoryBandwidthPercent}, low {has.LowIoPriority}, reads {has.ReadBytesPerSecond} {has.ReadsPerSecond}, masks{string.Concat(has.Masks.Select(mask => Text($" L3 {mask.Domain} {mask.Before:x} to {mask.After:x}")))}{string.Concat(has.CacheNotes.Select(note => "; " + note))}"
        );

    private static IEnumerable<string> Phase(Engine.Compile.Phases.PhaseResult phase) =>
        phase
            .Residue.Select(left => $"    {left.Class.Name} asks {left.Left}: {string.Join(' ', left.WaitsFor)}")
            .Prepend(
                $"{phase.Phase}: {string.Join(' ', phase.Decided.Select(item => item.Name))}"
                    + string.Concat(phase.Never.Select(item => ", never " + item.Name))
            );

    private static string Hex(IEnumerable<ulong> masks) => string.Concat(masks.Select(mask => Text($" {mask:x}")));

    private static string Cores(ImmutableArray<int>? cores) =>
        cores is { } known ? string.Join(' ', known) : "as they are";

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

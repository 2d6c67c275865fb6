using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Analysis.Comparing;

namespace RgPolicy.Service.Policies;

/// <summary>A policy that was read again, beside the one that it may replace.</summary>
/// <param name="Load">What was read.</param>
/// <param name="Differences">What changes in meaning, one line each; empty when nothing was read or nothing changes.</param>
internal sealed record PolicyChange(PolicyLoad Load, ImmutableArray<string> Differences)
{
    /// <summary>Reads, checks, compiles and compares: what takes time, beside the loop.</summary>
    public static PolicyChange Read(PolicyFile file, PolicyProgram inForce)
    {
        var load = file.Load();
        return new PolicyChange(load, load.Program is { } program ? Compare(inForce, program) : []);
    }

    /// <summary>What changes in meaning from one program to another.</summary>
    public static ImmutableArray<string> Compare(PolicyProgram before, PolicyProgram after)
    {
        if (string.Equals(before.Revision, after.Revision, StringComparison.Ordinal))
        {
            return [];
        }

        var difference = PolicyComparison.Compare(before.Policy, after.Policy);
        return
        [
            .. difference.Regions.Select(DifferenceText.Describe),
            .. difference.Statements.Select(statement => $"{statement}: differs"),
            DifferenceText.Conclude(difference),
        ];
    }
}

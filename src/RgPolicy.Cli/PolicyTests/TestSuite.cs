using System.Collections.Immutable;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Model;

namespace RgPolicy.Cli.PolicyTests;

/// <summary>The tests of one file, ready to run.</summary>
/// <param name="Path">The file, as the user gave it.</param>
/// <param name="FullPath">The file; plans and profiles are relative to its folder. Null for standard input.</param>
/// <param name="PolicyKey">The policy's full path, so that coverage adds up over files.</param>
/// <param name="Program">The policy, compiled for the target in force.</param>
/// <param name="Tests">In the order of the text.</param>
/// <param name="ProgramsByTarget">The same policy for the targets that tests name; a target that cannot
/// be had is absent.</param>
internal sealed record TestSuite(
    string Path,
    string? FullPath,
    string PolicyKey,
    PolicyProgram Program,
    ImmutableArray<PolicyTest> Tests,
    IReadOnlyDictionary<string, PolicyProgram> ProgramsByTarget
);

using System.Collections.Immutable;
using System.CommandLine;

namespace RgPolicy.Cli.Shell;

/// <summary>The argument <c>[PATH...]</c> of commands that work on files.</summary>
internal static class PathArguments
{
    /// <summary>Creates the argument.</summary>
    public static Argument<string[]> Create(string description) =>
        new("PATH") { Description = description, Arity = ArgumentArity.ZeroOrMore };

    /// <summary>What was given; without anything the working directory.</summary>
    public static ImmutableArray<string> Read(ParseResult result, Argument<string[]> paths) =>
        result.GetValue(paths) is { Length: > 0 } given ? [.. given] : ["."];
}

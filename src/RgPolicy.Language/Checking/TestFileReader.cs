using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Syntax;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>Reads a test file (<c>*.rgtest</c>): <c>use "NAME.rgp"</c> and tests.</summary>
public static class TestFileReader
{
    /// <summary>Reads a test file's bytes: UTF-8, with or without a byte-order mark. Never throws on
    /// any bytes.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="path">The file's path, for the findings.</param>
    /// <param name="target">The target that constants are computed for.</param>
    /// <param name="findPolicy">
    /// The policy of a path as the file writes it, or why there is none; then no test is bound, and the
    /// file has RG6002.
    /// </param>
    public static TestFileCheck Check(
        ReadOnlySpan<byte> bytes,
        string path,
        TargetProfile target,
        Func<string, FoundPolicy> findPolicy
    )
    {
        var bag = new DiagnosticBag(path);
        return Check(SourceTexts.Of(bytes, path, bag), target, findPolicy, bag);
    }

    private static TestFileCheck Check(
        SourceText? source,
        TargetProfile target,
        Func<string, FoundPolicy> findPolicy,
        DiagnosticBag bag
    )
    {
        if (source is null || new PolicyParsing(source, bag).Parse() is not { } tree)
            return new TestFileCheck(null, [], bag.ToSorted());

        var (use, tests) = Bind(tree, target, findPolicy, bag);
        new FixReview(tree, (read, found) => Bind(read, target, findPolicy, found)).Apply(bag);
        return new TestFileCheck(use, bag.HasErrors ? [] : tests, bag.ToSorted());
    }

    private static (string? Use, ImmutableArray<PolicyTest> Tests) Bind(
        SyntaxTree tree,
        TargetProfile target,
        Func<string, FoundPolicy> findPolicy,
        DiagnosticBag bag
    )
    {
        var binder = new TestFileBinder(new BindingScope(tree, target, bag));
        var use = binder.Use();
        return (use, use is null ? [] : binder.Tests(findPolicy(use)));
    }
}

/// <summary>What reading a test file gave.</summary>
/// <param name="PolicyPath">The policy's path as the file writes it, relative to the file; null when it
/// names none.</param>
/// <param name="Tests">Its tests; empty when there is an error.</param>
/// <param name="Diagnostics">All findings in the test file, in the order of the text.</param>
public sealed record TestFileCheck(
    string? PolicyPath,
    ImmutableArray<PolicyTest> Tests,
    ImmutableArray<Diagnostic> Diagnostics
);

using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>Reads a policy: text to syntax tree to bound policy to checked policy.</summary>
public static class PolicyReader
{
    /// <summary>The most bytes that a policy may have.</summary>
    public static int MostBytes => TextLimits.Size;

    /// <summary>Reads a policy file's bytes: UTF-8, with or without a byte-order mark.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="target">The target that it is bound against.</param>
    /// <param name="cancellationToken">Ends the check of a policy that is not wanted any more.</param>
    /// <exception cref="OperationCanceledException">The token was cancelled first.</exception>
    public static PolicyCheck Check(
        ReadOnlySpan<byte> bytes,
        string path,
        TargetProfile target,
        CancellationToken cancellationToken = default
    )
    {
        var bag = new DiagnosticBag(path, cancellationToken);
        return Check(SourceTexts.Of(bytes, path, bag), target, bag);
    }

    /// <summary>Reads a policy text. Never throws on any text; the policy is null when there is an error.</summary>
    /// <param name="text">The policy.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="target">The target that it is bound against.</param>
    public static PolicyCheck Check(string text, string path, TargetProfile target)
    {
        var bag = new DiagnosticBag(path);
        return Check(SourceTexts.Of(text, path, bag), target, bag);
    }

    private static PolicyCheck Check(SourceText? source, TargetProfile target, DiagnosticBag bag)
    {
        if (source is null || new PolicyParsing(source, bag).Parse() is not { } tree)
            return new PolicyCheck(null, bag.ToSorted());

        var scope = new BindingScope(tree, target, bag);
        var policy = new PolicyBinder(scope).Bind();
        bag.Cancellation.ThrowIfCancellationRequested();
        new FixReview(tree, (read, found) => new PolicyBinder(new BindingScope(read, target, found)).Bind()).Apply(bag);
        new PolicyChecks(scope).Run(policy);
        var (left, suppressed) = new SuppressionFilter(
            new SuppressionReader(tree).Read(),
            source.Path,
            target.IsAssumed
        ).Apply(new HostNote(scope).Apply(bag.ToSorted()));
        return new PolicyCheck(
            bag.HasErrors ? null : policy with { Portable = Portable(scope), NamesHost = scope.NamesHost },
            left
        )
        {
            Suppressed = suppressed,
        };
    }

    /// <summary>What it says of another host than its own is not a finding.</summary>
    private static Policy? Portable(BindingScope scope) =>
        scope.NamesHost && scope.Target != TargetProfile.Generic
            ? new PolicyBinder(
                new BindingScope(
                    scope.Tree,
                    TargetProfile.Generic,
                    new DiagnosticBag(scope.Bag.Path, scope.Bag.Cancellation)
                )
            ).Bind()
            : null;
}

/// <summary>What reading a policy text gave.</summary>
/// <param name="Policy">The policy, or null when there is at least one error: a bad policy changes nothing.</param>
/// <param name="Diagnostics">All findings, in the order of the text.</param>
public sealed record PolicyCheck(Policy? Policy, ImmutableArray<Diagnostic> Diagnostics)
{
    /// <summary>Findings that comments in the text allow; they are not among the others.</summary>
    public ImmutableArray<SuppressedDiagnostic> Suppressed { get; init; } = [];
}

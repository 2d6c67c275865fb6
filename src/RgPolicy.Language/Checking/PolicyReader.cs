using RgPolicy.Language.Binding;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Checking;

/// <summary>Reads a policy: text to syntax tree to bound policy to checked policy.</summary>
public static class PolicyReader
{
    private const char ByteOrderMark = '\uFEFF';

    /// <summary>Reads a policy file's bytes: UTF-8, with or without a byte-order mark.</summary>
    /// <param name="bytes">The file.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="target">The target that it is bound against.</param>
    public static PolicyCheck Check(ReadOnlySpan<byte> bytes, string path, TargetProfile target)
    {
        if (bytes.Length > TextLimits.Size)
        {
            return Refused(path, "RG0001", $"A policy has at most {TextLimits.Size} bytes; this file has {bytes.Length}.");
        }

        return TextDecoder.Decode(bytes, out var badOffset) is { } text
            ? Check(text, path, target)
            : Refused(path, "RG0003", $"Byte {badOffset} is not UTF-8: save the file as UTF-8.");
    }

    /// <summary>Reads a policy text. Never throws on any text; the policy is null when there is an error.</summary>
    /// <param name="text">The policy.</param>
    /// <param name="path">Its path, for the findings.</param>
    /// <param name="target">The target that it is bound against.</param>
    public static PolicyCheck Check(string text, string path, TargetProfile target)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(target);
        if (text.Length > TextLimits.Size)
        {
            return Refused(path, "RG0001", $"A policy has at most {TextLimits.Size} characters; this one has {text.Length}.");
        }

        var bag = new DiagnosticBag(path);
        var source = new SourceText(text.TrimStart(ByteOrderMark), path);
        if (new PolicyParsing(source, bag).Parse() is not { } tree)
        {
            return new PolicyCheck(null, bag.ToSorted());
        }

        var scope = new BindingScope(tree, target, bag);
        var policy = new PolicyBinder(scope).Bind();
        new PolicyChecks(scope).Run(policy);
        var (left, suppressed) = new SuppressionFilter(new SuppressionReader(tree).Read(), path).Apply(bag.ToSorted());
        return new PolicyCheck(bag.HasErrors ? null : policy, left) { Suppressed = suppressed };
    }

    private static PolicyCheck Refused(string path, string code, string message) =>
        new(null, [new Diagnostic(code, DiagnosticSeverity.Error, message, path, new TextRange(1, 1, 1, 1))]);
}

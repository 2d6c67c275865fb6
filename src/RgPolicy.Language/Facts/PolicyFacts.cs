using RgPolicy.Language.Binding;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Parsing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Facts;

/// <summary>Reads what a policy consists of, for rules that an organisation has about its policies.</summary>
public static class PolicyFacts
{
    /// <summary>The sorts of items and the fields of each.</summary>
    public static ImmutableSortedDictionary<string, ImmutableArray<string>> Fields => PolicyItems.Fields;

    /// <summary>The items of a policy file; none where it has an error. Never throws on any bytes.</summary>
    /// <param name="bytes">The file: UTF-8, with or without a byte-order mark.</param>
    /// <param name="path">Its path.</param>
    /// <param name="target">The target that it is bound against.</param>
    public static ImmutableArray<PolicyItem> Read(ReadOnlySpan<byte> bytes, string path, TargetProfile target)
    {
        var bag = new DiagnosticBag(path);
        if (
            SourceTexts.Of(bytes, path, bag) is not { } source
            || new PolicyParsing(source, bag).Parse() is not { } tree
        )
            return [];

        var policy = new PolicyBinder(new BindingScope(tree, target, bag)).Bind();
        return bag.HasErrors ? [] : new PolicyItems(tree).Of(policy);
    }
}

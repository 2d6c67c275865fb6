using RgPolicy.Language.Syntax;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Parsing.Trees;

internal sealed class SettingTrees(TreeSlices slices, ExpressionTrees expressions)
{
    public SettingBlockSyntax Of(SettingBlockContext block) => new(slices.Of(block), [.. block.setting().Select(Of)]);

    public SettingBodySyntax Of(SettingBodyContext body)
    {
        var slice = slices.Of(body);
        return body switch
        {
            CacheSettingContext cache => new SettingBodySyntax.Cache(
                slice,
                expressions.Of(cache.size),
                expressions.OrNone(cache.least),
                cache.EXCLUSIVE() is not null
            ),
            CoresSettingContext cores => new SettingBodySyntax.Cores(slice, Of(cores.coreSet())),
            SlotsSettingContext slots => new SettingBodySyntax.Slots(
                slice,
                expressions.Of(slots.count),
                expressions.OrNone(slots.longest)
            ),
            AmountSettingContext amount => new SettingBodySyntax.Amount(
                slice,
                Words(amount.settingWords()),
                expressions.Of(amount.expression())
            ),
            _ => throw Unmapped.Rule(body),
        };
    }

    private SettingSyntax Of(SettingContext setting) =>
        new(slices.Of(setting), setting.REQUIRE() is not null, Of(setting.settingBody()));

    private static string Words(SettingWordsContext words) =>
        string.Join(' ', words.children.Select(word => word.GetText()));

    private CoreSetSyntax Of(CoreSetContext set)
    {
        var slice = slices.Of(set);
        return set switch
        {
            AllCoresContext => new CoreSetSyntax.All(slice),
            CoresLikeContext like => new CoreSetSyntax.Like(slice, slices.Name(like.name())),
            CoresOfNodeContext node => new CoreSetSyntax.Node(
                slice,
                node.SOCKET() is not null,
                slices.Token(node.INTEGER())
            ),
            CoreListContext list => new CoreSetSyntax.List(slice, [.. list.coreRange().Select(Of)]),
            CoreShareContext share => share.number() is { } number
                ? new CoreSetSyntax.Share(slice, slices.Token(number.Start), slices.Token(share.UNIT()))
                : new CoreSetSyntax.Named(slice),
            _ => throw Unmapped.Rule(set),
        };
    }

    private CoreRangeSyntax Of(CoreRangeContext range) =>
        new(slices.Of(range), slices.Token(range.first), range.last is null ? null : slices.Token(range.last));
}

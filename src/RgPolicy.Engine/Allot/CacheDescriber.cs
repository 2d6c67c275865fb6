using System.Numerics;
using RgPolicy.Language.Model;

namespace RgPolicy.Engine.Allot;

/// <summary>Says what became of a pool's share of the cache.</summary>
internal static class CacheDescriber
{
    public static SettingEffect Of(Setting setting, PoolDraft draft, PoolRank rank, CacheHardware hardware)
    {
        if (draft.WayCount is not { } ways)
            return SettingOutcome.Ineffective(setting, "too few classes of service");

        if (rank.IsProtected && draft.Class is not null)
        {
            return SettingOutcome.Running(
                setting,
                Invariant($"{ways} of {hardware.Ways} ways free of the other pools ({MaskText(draft, hardware)})"),
                "the protected pool keeps every way, and no other pool's mask has these"
            );
        }

        return SettingOutcome.Placed(
            setting,
            rank,
            Invariant($"{ways} of {hardware.Ways} ways ({MaskText(draft, hardware)})"),
            Reason(draft, hardware)
        );
    }

    /// <summary>The cache setting as a strategy has split it for what runs; other settings as they are.</summary>
    public static SettingEffect Split(
        SettingEffect setting,
        ImmutableArray<DomainMask> masks,
        ServiceClass? found,
        CacheHardware hardware
    ) =>
        setting.Name != "cache"
            ? setting
            : setting with
            {
                Effect = "running",
                Effective = Invariant($"{Fewest(masks)} of {hardware.Ways} ways ({MaskText(masks)})"),
                Reason = found switch
                {
                    null => "has no class of service of its own: every way",
                    { IsExclusive: true } => "split for what runs now: apart from the other pools",
                    _ => "split for what runs now: in common with others",
                },
            };

    /// <summary>The cache setting as it is laid out together with the pools of the host's other servers; one without
    /// effect stays so.</summary>
    public static SettingEffect Shared(
        SettingEffect setting,
        ImmutableArray<DomainMask> masks,
        ServiceClass? found,
        IEnumerable<string> notes,
        CacheHardware hardware
    ) =>
        setting is not { Name: "cache", Effect: "running" }
            ? setting
            : setting with
            {
                Effective = Invariant($"{Fewest(masks)} of {hardware.Ways} ways ({MaskText(masks)})"),
                Reason = string.Join("; ", notes.Prepend(Place(found))),
            };

    private static string Place(ServiceClass? found) =>
        found switch
        {
            null => "has no class of service of its own: every way",
            { IsExclusive: true } => "apart from the other pools, those of the host's other servers too",
            _ => "laid out together with the pools of the host's other servers",
        };

    private static int Fewest(ImmutableArray<DomainMask> masks) => masks.Min(mask => BitOperations.PopCount(mask.Mask));

    private static string Reason(PoolDraft draft, CacheHardware hardware)
    {
        var reason = draft switch
        {
            { Class: null } => "all ways",
            { Class.IsExclusive: true } =>
                "capacity mask of the pool's class of service; no other pool has these ways, the protected one and "
                    + "other programs keep theirs",
            { Class.Ways: var ways } when ways == hardware.Ways => "all ways",
            _ => "capacity mask of the pool's class of service",
        };
        return draft.CacheNote.Length == 0 ? reason : reason + "; " + draft.CacheNote;
    }

    /// <summary>As <c>mask 0x3</c>, or one for each domain where they differ.</summary>
    private static string MaskText(PoolDraft draft, CacheHardware hardware) =>
        draft.Class is null ? Invariant($"mask 0x{hardware.FullMask:x}") : MaskText(draft.Masks(hardware));

    private static string MaskText(ImmutableArray<DomainMask> masks)
    {
        if (masks.All(mask => mask.Mask == masks[0].Mask))
            return Invariant($"mask 0x{masks[0].Mask:x}");

        return "masks " + string.Join(", ", masks.Select(mask => Invariant($"L3 {mask.Domain}: 0x{mask.Mask:x}")));
    }

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}

/// <summary>Why a pool has something else than it wished for.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="Text">Half a sentence.</param>
internal readonly record struct CacheNote(int Pool, string Text);

namespace RgPolicy.Language.Model;

/// <summary>How the ways of a domain are shared among pools.</summary>
public enum CacheStrategyKind
{
    /// <summary>Masks as written.</summary>
    Static,

    /// <summary>Re-split when the mix of running classes changes [DaMoN'21].</summary>
    Dynamic,

    /// <summary>Treatment by locality [VLDB'09].</summary>
    Locality,

    /// <summary>Feedback to the policy's objectives.</summary>
    Objective,
}

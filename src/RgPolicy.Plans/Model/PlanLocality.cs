namespace RgPolicy.Plans;

/// <summary>Locality strength against an LLC of a given size [VLDB'09].</summary>
public enum PlanLocality
{
    /// <summary>Structures well below the LLC.</summary>
    Strong,

    /// <summary>Structures about as large as the LLC.</summary>
    Moderate,

    /// <summary>Structures far above the LLC, index joins, or a pure stream.</summary>
    Weak,
}

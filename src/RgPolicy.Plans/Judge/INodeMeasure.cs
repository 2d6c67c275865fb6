namespace RgPolicy.Plans.Judge;

/// <summary>A size of an operator that is added up over a plan.</summary>
internal interface INodeMeasure
{
    /// <summary>Bytes; nothing where the operator has no such structure.</summary>
    static abstract Quantity Of(PlanNode node);
}

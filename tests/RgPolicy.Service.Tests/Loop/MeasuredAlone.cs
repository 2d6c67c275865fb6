namespace RgPolicy.Service.Tests.Loop;

/// <summary>Memory is of the whole process: nothing else may run beside these tests.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public class MeasuredAlone
{
    public const string Name = "measured alone";
}

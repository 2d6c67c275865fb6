using RgPolicy.Engine.Observe.Resources;

namespace RgPolicy.Dbms;

/// <summary>An observer that also reads what a DBMS tells of its own resources, beside the polls.</summary>
public interface IResourceObserver
{
    /// <summary>The last reading; null before the first one, and while none succeeds.</summary>
    ServerResources? Resources { get; }
}

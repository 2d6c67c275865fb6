namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>A test of what only the shared corpus has; it is skipped, and says so, where that is absent.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class SharedCorpusFactAttribute : FactAttribute
{
    public SharedCorpusFactAttribute()
    {
        if (SharedCorpus.Folder is null)
            Skip = "the shared corpus is not here (RGPOLICY_SHARED, or ../shared beside the repository)";
    }
}

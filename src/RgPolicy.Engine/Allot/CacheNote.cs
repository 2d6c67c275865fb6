namespace RgPolicy.Engine.Allot;

/// <summary>Why a pool has something else than it wished for.</summary>
/// <param name="Pool">The pool's index.</param>
/// <param name="Text">Half a sentence.</param>
internal readonly record struct CacheNote(int Pool, string Text);

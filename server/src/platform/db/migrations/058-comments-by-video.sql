-- Comments of a video are counted before each new one; the other indexes have either roots or replies.
create index comments_video on comments (video_id, company_id);

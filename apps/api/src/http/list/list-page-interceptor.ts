import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';

import { ListPage } from './list-page.ts';

@Injectable()
export class ListPageInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map((answer: unknown) => {
        if (!(answer instanceof ListPage)) return answer;
        context.switchToHttp().getResponse<Response>().setHeader('Content-Range', answer.contentRange);
        return answer.items;
      }),
    );
  }
}
